const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const withDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

export const timeOfDay = (at: number): string => clock.format(at);

export const dayAndTime = (at: number): string => withDay.format(at);
