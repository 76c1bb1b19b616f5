declare module '*.css?inline' {
  const css: string;
  export default css;
}

declare module '*.css';

declare module '*.svg' {
  const address: string;
  export default address;
}
