import { parseAddress, recordOf, toMicro, toUnits } from '@portside/chain';
import { usdtKindOf, usdtLookalikeAbi, usdtLookalikeBytecode, checkoutAbi } from '@portside/checkout';
import { parseMicro, type Network, type Recharge } from '@portside/contract';
import { encodeDeployData, encodeFunctionData, numberToHex, type Hex } from 'viem';
import {
  FINAL_BLOCKS,
  randomAddress,
  type ChainWorld,
  type TestChains,
} from '../../../apps/server/src/testing/chain-world.ts';
import { compileSources, type CompiledContract } from '@portside/checkout/compile-sources';
import { readFileSync } from 'node:fs';
import { addressToTopic, PAID_TOPIC, TRANSFER_TOPIC } from '@portside/chain/scanning/topics';

/** Data of calls of the token and the checkout; amounts in the token's smallest units. */
type Pair = 'transfer' | 'approve' | 'mint';

const tokenCall = (functionName: Pair, to: Hex, amountUnits: bigint): Hex =>
  encodeFunctionData({ abi: usdtLookalikeAbi, functionName, args: [to, amountUnits] });

const tokenCallFrom = (from: Hex, to: Hex, amountUnits: bigint): Hex =>
  encodeFunctionData({ abi: usdtLookalikeAbi, functionName: 'transferFrom', args: [from, to, amountUnits] });

/** Sets the token's fee in basis points, up to a maximum in whole USDT. */
export const feeCall = (basisPoints: bigint, most: bigint): Hex =>
  encodeFunctionData({ abi: usdtLookalikeAbi, functionName: 'setParams', args: [basisPoints, most] });

/** Stops every transfer of the token, or allows them again. */
export const pauseCall = (functionName: 'pause' | 'unpause'): Hex =>
  encodeFunctionData({ abi: usdtLookalikeAbi, functionName });

const payCall = (orderRef: Hex, amountUnits: bigint): Hex => {
  const deadline = BigInt(Math.floor(Date.now() / 1_000) + 3_600);
  return encodeFunctionData({
    abi: checkoutAbi,
    functionName: 'pay',
    args: [orderRef, amountUnits, deadline],
  });
};

export const word = (value: bigint): Hex => numberToHex(value, { size: 32 });

/** The words of a Transfer event from any sender. */
export const transferWords = (to: Hex, amountUnits: bigint) => ({
  event: TRANSFER_TOPIC,
  from: addressToTopic(randomAddress()),
  to: addressToTopic(to),
  amount: word(amountUnits),
});

/** Topics and data of the checkout's event. */
export const paidWords = (orderRef: Hex, payer: Hex, amountUnits: bigint): [topics: Hex[], data: Hex] => [
  [PAID_TOPIC, orderRef, addressToTopic(payer)],
  `${word(amountUnits)}${word(amountUnits).slice(2)}`,
];

export type Stage = {
  readonly network: Network;
  readonly chains: TestChains;
  readonly world: ChainWorld;
  readonly contracts: Contracts;
  /** Whether buyers pay to addresses of their own. */
  readonly hasOwnAddresses?: boolean;
};
type Sending = { to?: Hex; data?: Hex; from?: Hex; value?: Hex; gas?: Hex; gasPrice?: Hex };

const GAS = numberToHex(3_000_000);
const ONE_COIN = '0xde0b6b3a7640000';

/** The local chain of one network, with a buyer whose top-up awaits its exact amount. */
export class Scene {
  readonly network: Network;
  readonly chains: TestChains;
  readonly world: ChainWorld;
  readonly buyer: Buyer;
  readonly recharge: Recharge;
  readonly #stage: Stage;
  readonly #asked: AskedTopUp;

  constructor(stage: Stage, asked: AskedTopUp) {
    ({ network: this.network, chains: this.chains } = stage);
    ({ buyer: this.buyer, recharge: this.recharge } = asked);
    this.#stage = stage;
    this.#asked = asked;
    const { world } = stage;
    this.world = { ...world, pay: (network, amount, to = this.treasury) => world.pay(network, amount, to) };
  }

  /** The exact amount of the top-up, in micro-USDT. */
  get amount(): bigint {
    return parseMicro(this.recharge.pay_amount);
  }
  /** An amount in the smallest units of this network's token, and back, rounded down. */
  units(amountMicro: bigint): bigint {
    return toUnits(amountMicro, recordOf(this.network).token.decimals);
  }
  micro(amountUnits: bigint): bigint {
    return toMicro(amountUnits, recordOf(this.network).token.decimals);
  }
  get orderRef(): Hex {
    return this.recharge.order_ref as Hex;
  }
  get token(): Hex {
    return this.chains.chains[this.network].contractAddress;
  }
  /** Where the buyer is to pay to. */
  get treasury(): Hex {
    const { type, wallet_address: address } = this.recharge;
    if (this.#stage.hasOwnAddresses && type === this.network) return parseAddress(type, address!);
    return this.chains.chains[this.network].walletAddress;
  }
  get checkout(): Hex {
    return this.chains.chains[this.network].checkoutAddress;
  }

  /** The same address on another network's chain. */
  on(network: Network): Scene {
    return new Scene({ ...this.#stage, network }, this.#asked);
  }

  follow(): Promise<void> {
    return this.world.follow(this.network);
  }

  rpc<Answer>(method: string, ...params: unknown[]): Promise<Answer> {
    return this.chains.controls.rpc<Answer>(this.network, method, ...params);
  }

  mine(): Promise<void> {
    return this.chains.controls.mine(this.network, 1);
  }

  mineFinal(): Promise<void> {
    return this.chains.controls.mine(this.network, FINAL_BLOCKS);
  }

  /** A transaction from any address, pending until the next block. */
  async queue({ from = randomAddress(), ...transaction }: Sending): Promise<Hex> {
    await this.rpc('anvil_setBalance', from, ONE_COIN);
    return this.rpc<Hex>('eth_sendTransaction', { gas: GAS, ...transaction, from });
  }

  /** A transaction from any address, mined with all pending ones. */
  async send(transaction: Sending): Promise<Hex> {
    const hash = await this.queue(transaction);
    await this.mine();
    return hash;
  }

  /** Throws if the transaction did not end as stated, since the attack would test nothing. */
  async sendExpecting(end: 'success' | 'failure', transaction: Sending): Promise<Hex> {
    const hash = await this.send(transaction);
    const receipt = await this.rpc<{ status: Hex }>('eth_getTransactionReceipt', hash);
    if ((receipt.status === '0x1') !== (end === 'success')) throw new Error(`it was meant to end in ${end}`);
    return hash;
  }

  /** Data of a call of the token. */
  tokenCall(call: Parameters<typeof tokenCall>[0], to: Hex, amountMicro: bigint): Hex {
    return tokenCall(call, to, this.units(amountMicro));
  }
  tokenCallFrom(from: Hex, to: Hex, amountMicro: bigint): Hex {
    return tokenCallFrom(from, to, this.units(amountMicro));
  }
  /** Data of a call of the checkout. */
  payCall(orderRef: Hex, amountMicro: bigint): Hex {
    return payCall(orderRef, this.units(amountMicro));
  }

  encode(name: ContractName, functionName: string, args: readonly unknown[]): Hex {
    return encodeFunctionData({ abi: this.#stage.contracts[name].abi, functionName, args });
  }

  deploy(name: ContractName, args: readonly unknown[] = []): Promise<Hex> {
    const { abi, bytecode } = this.#stage.contracts[name];
    return this.#create(encodeDeployData({ abi, bytecode, args }), randomAddress());
  }

  /** A copy of the real token at another address; `owner` may mint it. */
  deployTwin(owner: Hex): Promise<Hex> {
    const record = recordOf(this.network);
    const args = [usdtKindOf(record), record.token.decimals] as const;
    return this.#create(
      encodeDeployData({ abi: usdtLookalikeAbi, bytecode: usdtLookalikeBytecode, args }),
      owner,
    );
  }

  /** An address with this much test USDT, ordinary or of a contract. */
  async rich(amountMicro: bigint, address = randomAddress()): Promise<Hex> {
    await this.chains.controls.mint(this.network, address, amountMicro);
    return address;
  }

  /** Puts a contract's code at an address. */
  async setCode(address: Hex, name: ContractName): Promise<void> {
    await this.rpc('anvil_setCode', address, this.#stage.contracts[name].runtimeTemplate);
  }

  /** Runs a step while the token's code is replaced; pending transactions are mined first. */
  async withTokenCode<T>(name: ContractName, step: () => Promise<T>): Promise<T> {
    await this.mine();
    const own = await this.rpc<Hex>('eth_getCode', this.token, 'latest');
    await this.setCode(this.token, name);
    try {
      return await step();
    } finally {
      await this.rpc('anvil_setCode', this.token, own);
    }
  }

  /** Replaces the newest blocks; their transactions are dropped. */
  reorganise(depth: number): Promise<void> {
    return this.chains.controls.reorg(this.network, depth);
  }

  async #create(data: Hex, from: Hex): Promise<Hex> {
    const hash = await this.sendExpecting('success', { data, from });
    const { contractAddress } = await this.rpc<{ contractAddress: Hex }>('eth_getTransactionReceipt', hash);
    return contractAddress;
  }
}

const FILE = 'Attackers.sol';

type ContractName = 'Emitter' | 'NamedToken' | 'ContractWallet' | 'Pretender' | 'Mute';

type Contracts = Readonly<Record<ContractName, CompiledContract>>;

/** The attackers' contracts, compiled now and offline. */
export function compileContracts(): Contracts {
  const text = readFileSync(new URL(`contracts/${FILE}`, import.meta.url), 'utf8');
  const compiled = compileSources({ [FILE]: text })[FILE]!;
  return Object.fromEntries(compiled.map((one) => [one.name, one])) as Record<ContractName, CompiledContract>;
}

export type Buyer = Awaited<ReturnType<ChainWorld['createBuyer']>>;

export type AskedTopUp = { readonly buyer: Buyer; readonly recharge: Recharge };

/** The expected result of an attack, or of a payment that looks like one. */
export type Outcome = {
  /** Its transactions. */
  readonly hashes: readonly Hex[];
  /** What really arrived, in micro-USDT and any order; each amount is recorded once. */
  readonly arrived?: readonly bigint[];
  /** How much of it is credited to the buyer. */
  readonly credited?: bigint;
  /** Expected balances of other buyers with top-ups. */
  readonly others?: readonly (readonly [Buyer, bigint])[];
  /** Expected instead if everything that arrives at buyers' own addresses is credited, from the minimum on. */
  readonly own?: Pick<Outcome, 'arrived' | 'credited'>;
};

export type Attack = {
  /** What the attacker does, in words. */
  readonly name: string;
  readonly run: (scene: Scene) => Promise<Outcome>;
};
