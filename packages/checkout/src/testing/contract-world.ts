import { checkoutAbi, checkoutBytecode } from '../generated/checkout.ts';
import { USDT_KINDS } from '../usdt-kinds.ts';
import { type Deployable, startTokenWorld, TREASURY } from './token-world.ts';

export { BUYER, OWNER, TREASURY } from './token-world.ts';

const CHECKOUT: Deployable = { abi: checkoutAbi, bytecode: checkoutBytecode };

/** A new chain with one kind of Tether look-alike and a checkout for it. */
export async function startContractWorld(onTron: boolean, contract: Deployable = CHECKOUT) {
  const world = await startTokenWorld(onTron ? USDT_KINDS.tron : USDT_KINDS.ethereum);
  return { ...world, contract, checkout: await world.deploy(contract, [world.token, TREASURY]) };
}

export type ContractWorld = Awaited<ReturnType<typeof startContractWorld>>;
