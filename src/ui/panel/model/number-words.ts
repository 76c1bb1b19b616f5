/** Numbers as people read them. Without Intl: what it loads at first use is felt when the panel opens. */

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** As in 13:02:40. */
export function timeOfDay(at: number): string {
  const date = new Date(at);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':');
}

/** As in 2026-03-14 13:02:40. */
export function dayAndTime(at: number): string {
  const date = new Date(at);
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(twoDigits).join('-');
  return `${day} ${timeOfDay(at)}`;
}

/** As in 10,000 calls. */
export function countOf(count: number, one: string, many: string): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

export const grouped = (number: number): string => String(number).replace(/\B(?=(\d{3})+$)/g, ',');
