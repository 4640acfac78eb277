/** Builds the web pages unless they are those of the sources; null, or the exit code of a failed build. */
export function buildPagesOnce(root: string, options?: { isQuick?: boolean }): Promise<number | null>;
