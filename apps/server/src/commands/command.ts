/** A subcommand of `portside`. */
export type Command = {
  /** One line for the list of commands. */
  readonly summary: string;
  /** How it is called, one line each, without `portside`; a line that begins with a blank goes on with the one before. */
  readonly usage: readonly string[];
  /** Resolves with the exit code; a command that keeps running resolves with null. */
  run(args: readonly string[]): Promise<number | null>;
};

/** The caller's mistake, or something that prevents the command; the message is written for the operator. */
export class CommandError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CommandError';
  }
}

export const print = (line = ''): void => void process.stdout.write(`${line}\n`);

/** The lines of help about a command. */
export const usageOf = ({ usage }: Pick<Command, 'usage'>): string =>
  usage.map((line) => (line.startsWith(' ') ? `           ${line}` : `  portside ${line}`)).join('\n');
