declare module 'solc' {
  /** Standard JSON in and out; `import` finds what the sources import. */
  const solc: {
    compile(
      input: string,
      callbacks: { import(path: string): { contents: string } | { error: string } },
    ): string;
  };
  export default solc;
}
