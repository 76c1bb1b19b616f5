/** @crxjs/vite-plugin: the path of a content script that is brought in at run time. */
declare module '*?script' {
  const path: string;
  export default path;
}
