import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Path of the EVM node's executable for this platform. Throws, naming the platform, when there is none. */
export function anvilBinary(
  platform: string = process.platform,
  architecture: string = process.arch,
): string {
  const cpu = architecture === 'x64' ? 'amd64' : architecture;
  const program = platform === 'win32' ? 'anvil.exe' : 'anvil';
  try {
    // The executable itself, not npm's wrapper: a signal to the wrapper would leave the node running.
    return require.resolve(`@foundry-rs/anvil-${platform}-${cpu}/bin/${program}`);
  } catch (cause) {
    throw new Error(
      `The local chains need the npm package @foundry-rs/anvil-${platform}-${cpu}, which is not installed. ` +
        `Either npm left out optional packages, or there is none for ${platform} on ${architecture}.`,
      { cause },
    );
  }
}
