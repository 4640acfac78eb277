import { readConfig } from '../config/config.ts';
import { boundHeapGrowth, runUntilStopped } from '../boot/run-until-stopped.ts';
import { startShop } from '../boot/start-shop.ts';
import type { Command } from './command.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const STOP_TIMEOUT_MS = 8_000;

/** Runs one process of the shop until it is asked to stop. */
export const serve: Command = {
  summary: 'Run one process of the shop.',
  usage: ['serve'],
  async run() {
    boundHeapGrowth();
    const config = readConfig(process.env);
    await runUntilStopped(() => startShop(config), SIGNALS, STOP_TIMEOUT_MS);
    return null;
  },
};
