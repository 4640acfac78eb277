/** What a test file opened is closed when it ends: the files of one worker share its modules and its memory. */
const ends: (() => Promise<unknown>)[] = [];

/** `end` runs after the file's own hooks; what was registered last ends first. */
export const atEndOfFile = (end: () => Promise<unknown>): void => void ends.push(end);

export async function endFile(): Promise<void> {
  for (let end = ends.pop(); end; end = ends.pop()) await end();
}
