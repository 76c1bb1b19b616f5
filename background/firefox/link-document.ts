/** The document that holds the links: a frame of the background page, which lives as long as the browser. */

let frame: HTMLIFrameElement | null = null;

export async function hasLinkDocument(): Promise<boolean> {
  return frame !== null;
}

export async function openLinkDocument(url: string): Promise<void> {
  const opened = document.createElement('iframe');
  frame = opened;
  await new Promise<void>((resolve) => {
    // Its script has run by then, and it listens.
    opened.addEventListener('load', () => resolve());
    opened.src = `/${url}`;
    document.body.append(opened);
  });
}

export async function closeLinkDocument(): Promise<void> {
  frame?.remove();
  frame = null;
}
