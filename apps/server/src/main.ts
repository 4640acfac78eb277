import { readConfig } from './config.ts';
import { startShop } from './start-shop.ts';

const LONGEST_STOP_MS = 9_000;

/** Starts the shop; a start that cannot be is said in one clear message, without a stack. */
try {
  loadEnvFile();
  const shop = await startShop(readConfig(process.env));
  const stop = (): void => {
    // A silent mail server or node would hold its job for longer; whatever it is at is safe to be taken up again.
    setTimeout(() => process.exit(0), LONGEST_STOP_MS).unref();
    shop.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
} catch (error) {
  const isExpected = error instanceof Error && /^(ConfigError|StartError)$/.test(error.name);
  process.stderr.write(`\n${isExpected ? error.message : String((error as Error).stack)}\n\n`);
  process.exit(1);
}

function loadEnvFile(): void {
  try {
    process.loadEnvFile('.env');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
