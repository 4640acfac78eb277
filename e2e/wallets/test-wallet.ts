import { familyOf, formatAddress, fromBase58 } from '@portside/chain';
import { expect, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeFunctionData, numberToHex, parseAbi, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount, sign, type PrivateKeyAccount } from 'viem/accounts';

export type Network = 'TRON' | 'ETH' | 'BSC' | 'POLYGON';
type Chain = { type: Network; chain_id: number; rpc_url: string };
type Request = { readonly method: string; readonly params: readonly unknown[] };
type Reply = { result?: unknown; error?: { code: number; message: string } };

/** Everything a wallet of this shop may ever be asked to sign. */
const SIGNABLE = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function pay(bytes32 orderRef, uint256 amount, uint256 deadline)',
  'function sweepMany(address token, bytes32[] salts)',
]);
const ELSEWHERE = 987_654;

/**
 * A wallet extension as a page meets it: it announces itself, asks its owner (the test), signs with a real key
 * and records every request. Its money is on the sandbox's local chain.
 */
export class TestWallet {
  readonly network: Network;
  readonly requests: Request[] = [];
  readonly signed: { readonly to: Hex | null; readonly name: string; readonly args: readonly unknown[] }[] =
    [];
  /** How its owner answers requests that cost money. */
  owner: 'confirms' | 'rejects' | 'is away' = 'confirms';
  isElsewhere = false;
  /** How often its owner has declined. */
  rejections = 0;
  readonly #account: PrivateKeyAccount;
  readonly #key: Hex;
  readonly #page: Page;
  #chain: Chain | null = null;

  private constructor(page: Page, network: Network, key: Hex) {
    this.#page = page;
    this.network = network;
    this.#key = key;
    this.#account = privateKeyToAccount(key);
  }

  /** Full: the sandbox's own wallet, with test USDT and coins; empty: a new one. Install before the page opens. */
  static async install(
    page: Page,
    network: Network,
    content: 'full' | 'empty' = 'full',
  ): Promise<TestWallet> {
    const file = join(process.env['E2E_DATA_DIR']!, 'chains/sandbox-wallet.key');
    const key = content === 'full' ? (readFileSync(file, 'utf8').trim() as Hex) : generatePrivateKey();
    const wallet = new TestWallet(page, network, key);
    await page.exposeFunction('askTestWallet', (request: Request) => wallet.#answer(request));
    await page.addInitScript(announceWallet, { family: familyOf(network), name: 'Harbour Wallet' });
    return wallet;
  }

  /** In the network's format. */
  get address(): string {
    const { address } = this.#account;
    return formatAddress(this.network, address.toLowerCase() as Hex);
  }

  /** Notifies the page of a change, as extensions do. */
  async tell(event: 'accountsChanged' | 'chainChanged', value: unknown): Promise<void> {
    await this.#page.evaluate(([name, payload]) => (globalThis as any).tellFromTestWallet(name, payload), [
      event,
      value,
    ] as const);
  }

  /** What it was asked to sign; throws if anything else that signs or sends was requested. */
  expectSigned(...names: string[]): void {
    expect(this.signed.map(({ name }) => name)).toEqual(names);
    const dangerous = this.requests.filter(({ method }) =>
      /sign|permit|sendRaw|addEthereumChain|watchAsset|grantPermissions/i.test(method),
    );
    expect(dangerous.filter(({ method }) => method !== 'tron_sign')).toEqual([]);
  }

  async #answer(request: Request): Promise<Reply> {
    this.requests.push(request);
    try {
      return { result: await this.#do(request) };
    } catch (error) {
      const { code = -32_603, message } = error as { code?: number; message: string };
      return { error: { code, message } };
    }
  }

  async #do({ method, params }: Request): Promise<unknown> {
    const chain = await this.#findChain();
    switch (method) {
      case 'eth_requestAccounts':
        await this.#askOwner();
        return [this.address];
      case 'eth_accounts':
        return [this.address];
      case 'eth_chainId':
        return numberToHex(this.isElsewhere ? ELSEWHERE : chain.chain_id);
      case 'wallet_switchEthereumChain':
        await this.#askOwner();
        expect(params).toEqual([{ chainId: numberToHex(chain.chain_id) }]);
        this.isElsewhere = false;
        return null;
      case 'eth_sendTransaction':
        return this.#sendEth(params[0] as { to?: Hex; data: Hex });
      case 'tron_sign':
        return this.#signTron(params[0] as { txID: string; raw_data: any });
      case 'wallet_getCapabilities':
        throw Object.assign(new Error('Unsupported method'), { code: 4200 });
      default:
        return rpc(chain.rpc_url, method, params);
    }
  }

  async #askOwner(): Promise<void> {
    if (this.owner === 'is away') await new Promise(() => {});
    if (this.owner !== 'rejects') return;
    this.rejections += 1;
    throw Object.assign(new Error('User rejected the request.'), { code: 4001 });
  }

  /** Without `to` it deploys a contract, whose code the shop compares with the published one. */
  #record(to: Hex | null, data: Hex): void {
    if (to === null) return void this.signed.push({ to, name: 'deploy', args: [data] });
    const { functionName, args } = decodeFunctionData({ abi: SIGNABLE, data });
    this.signed.push({ to: to.toLowerCase() as Hex, name: functionName, args });
  }

  async #sendEth({ to, data, ...rest }: { to?: Hex; data: Hex }): Promise<unknown> {
    expect(rest).toEqual({ from: expect.any(String), value: '0x0', chainId: expect.stringMatching(/^0x/) });
    await this.#askOwner();
    this.#record(to ?? null, data);
    const { rpc_url: url, chain_id: chainId } = await this.#findChain();
    const from = this.#account.address;
    const [nonce, gas, gasPrice] = await Promise.all([
      rpc<Hex>(url, 'eth_getTransactionCount', [from, 'pending']),
      rpc<Hex>(url, 'eth_estimateGas', [{ from, ...(to && { to }), data }]),
      rpc<Hex>(url, 'eth_gasPrice', []),
    ]);
    const raw = await this.#account.signTransaction({
      type: 'legacy',
      chainId,
      ...(to && { to }),
      data,
      nonce: Number(nonce),
      gas: (BigInt(gas) * 12n) / 10n,
      gasPrice: BigInt(gasPrice) * 2n,
    });
    return rpc(url, 'eth_sendRawTransaction', [raw]);
  }

  async #signTron(transaction: { txID: string; raw_data: any }): Promise<unknown> {
    await this.#askOwner();
    const {
      data,
      contract_address: contract,
      new_contract: made,
    } = transaction.raw_data.contract[0].parameter.value;
    if (made) this.#record(null, `0x${made.bytecode}`);
    else this.#record(`0x${contract.slice(2)}`, `0x${data}`);
    const signature = await sign({ hash: `0x${transaction.txID}`, privateKey: this.#key, to: 'hex' });
    return { ...transaction, signature: [signature.slice(2)] };
  }

  async #findChain(): Promise<Chain> {
    if (this.#chain) return this.#chain;
    const answer = await this.#page.request.get('/api/sandbox');
    const { data } = (await answer.json()) as { data: { chains: Chain[] } };
    this.#chain = data.chains.find(({ type }) => type === this.network)!;
    return this.#chain;
  }
}

/** Converts an address in the network's format to 20 bytes. */
export const bytesOf = (address: string): Hex =>
  address.startsWith('T') ? fromBase58(address) : (address.toLowerCase() as Hex);

async function rpc<T>(url: string, method: string, params: readonly unknown[]): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as {
    result: T;
    error?: { code: number; message: string };
  };
  if (error) throw Object.assign(new Error(error.message), { code: error.code });
  return result;
}

/**
 * Runs in the page before its own scripts, like an extension's content script. It is serialised, so it can use only
 * its arguments.
 */
function announceWallet({ family, name }: { family: 'tron' | 'evm'; name: string }): void {
  const page = globalThis as any;
  const listeners: [string, (value: unknown) => void][] = [];
  const ask = async (method: string, params: readonly unknown[] = []): Promise<any> => {
    const { result, error } = await page.askTestWallet({ method, params });
    if (error) throw Object.assign(new Error(error.message), { code: error.code });
    return result;
  };
  const provider: any = {
    request: async ({ method, params }: { method: string; params?: readonly unknown[] }) => {
      const answer = await ask(method, params);
      if (family === 'tron' && method === 'eth_requestAccounts') lend(answer[0]);
      return answer;
    },
    on: (event: string, listener: (value: unknown) => void) => listeners.push([event, listener]),
    removeListener(event: string, listener: (value: unknown) => void) {
      const at = listeners.findIndex(([one, other]) => one === event && other === listener);
      if (at >= 0) listeners.splice(at, 1);
    },
  };
  /** TRON wallets give the page their TronWeb shortly after connecting. */
  function lend(address: string): void {
    setTimeout(() => {
      provider.tronWeb = {
        defaultAddress: { base58: address },
        trx: { sign: (transaction: unknown) => ask('tron_sign', [transaction]) },
      };
    }, 150);
  }
  page.tellFromTestWallet = (event: string, value: unknown) => {
    if (family === 'tron' && event === 'accountsChanged') lend((value as string[])[0]!);
    for (const [one, listener] of listeners) if (one === event) listener(value);
  };

  const prefix = family === 'tron' ? 'TIP6963' : 'eip6963';
  const info = {
    uuid: '350670db-19fa-4704-a166-e52e178b59d2',
    name,
    rdns: 'test.harbour.wallet',
    icon: 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"%3E%3Crect width="8" height="8" fill="%230b2740"/%3E%3C/svg%3E',
  };
  const announce = () =>
    page.dispatchEvent(
      new page.CustomEvent(`${prefix}:announceProvider`, { detail: Object.freeze({ info, provider }) }),
    );
  page.addEventListener(`${prefix}:requestProvider`, announce);
  announce();
}
