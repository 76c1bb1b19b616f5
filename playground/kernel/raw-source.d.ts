declare module '*.py?raw' {
  const source: string;
  export default source;
}

declare module '*?worker&url' {
  const url: string;
  export default url;
}
