import type { CallName } from '@portside/contract';
import { laterPaths } from '@portside/contract/wire/later-paths';
import type { Path, shopPaths } from '@portside/contract/wire/shop-paths';

type LaterName = Exclude<CallName, keyof typeof shopPaths>;

const isOfBuyers = (name: LaterName): name is keyof typeof laterPaths => Object.hasOwn(laterPaths, name);

/** Those of the back office load with it, or with the first such call elsewhere. */
export async function laterPathOf(name: LaterName): Promise<Path> {
  if (isOfBuyers(name)) return laterPaths[name];
  const { officePaths } = await import('@portside/contract/wire/office-paths');
  return officePaths[name];
}
