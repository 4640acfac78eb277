import { familyOf, type Family } from '@portside/chain';
import type { Network } from '@portside/contract';
import { splitList, type SettingsReader } from './settings.ts';
import { isLoopback } from '../platform/ip-address.ts';

/** A node's address, with the headers that go to it and to no other. */
type NodeConfig = { readonly url: string; readonly headers: Readonly<Record<string, string>> };

export type ChainConfig = {
  readonly nodes: readonly NodeConfig[];
  /** TRON's HTTP API; null: its wallets cannot be connected, only paid from. */
  readonly http: NodeConfig | null;
};

export type ReadChain = ChainConfig & { readonly network: Network };

const HEADER = /^([A-Za-z0-9-]+)=([^=\s]\S*)$/;

/** How a bare key is sent. */
const KEY_HEADERS: Record<Family, (key: string) => Record<string, string>> = {
  evm: (key) => ({ Authorization: `Bearer ${key}` }),
  tron: (key) => ({ 'TRON-PRO-API-KEY': key }),
};

/** Whether nodes have an HTTP API besides JSON-RPC, which wallets need. */
const HAS_HTTP: Record<Family, boolean> = { evm: false, tron: true };

/**
 * A network's own settings; their names begin with its id. Each address may be followed by a key of its own, or by
 * headers as `Name=value`, separated by spaces. Problems name the setting, never its value.
 */
export function readChain(network: Network, settings: SettingsReader): ReadChain {
  const former = `${network}_API_KEY`;
  if (settings.text(former) !== null)
    settings.problems.push(
      `${former}: a key belongs to one address; write it behind that address in ${network}_RPC_URLS`,
    );
  return {
    network,
    nodes: readNodes(network, `${network}_RPC_URLS`, settings),
    http: HAS_HTTP[familyOf(network)]
      ? (readNodes(network, `${network}_HTTP_URL`, settings)[0] ?? null)
      : null,
  };
}

function readNodes(network: Network, name: string, settings: SettingsReader): NodeConfig[] {
  const { problems } = settings;
  const nodes = splitList(settings.text(name)).map((entry): NodeConfig => {
    const [url = '', ...parts] = entry.split(/\s+/);
    return { url, headers: readHeaders(network, name, parts, problems) };
  });
  const urls = nodes.map(({ url }) => url);
  for (const url of urls) checkAddress(name, url, problems);
  if (new Set(urls).size < urls.length) problems.push(`${name}: the same address twice is one node, not two`);
  return nodes;
}

function checkAddress(name: string, url: string, problems: string[]): void {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    problems.push(`${name}: not an http(s) address`);
  else if (new URL(url).protocol === 'http:' && !isLoopback(url))
    problems.push(`${name}: plain http is for loopback only`);
}

function readHeaders(
  network: Network,
  name: string,
  parts: readonly string[],
  problems: string[],
): Record<string, string> {
  const [only, ...more] = parts;
  if (only === undefined) return {};
  // A key in base64 may end in "=", which a header never does.
  if (more.length === 0 && !HEADER.test(only)) return KEY_HEADERS[familyOf(network)](only);
  const headers: Record<string, string> = {};
  for (const part of parts) {
    const [, header, value] = HEADER.exec(part) ?? [];
    if (header === undefined || value === undefined)
      problems.push(`${name}: behind an address stands its key, or headers as Name=value`);
    else headers[header] = value;
  }
  return headers;
}

/** Where each network's sanctions list is read from by itself: https, or anything on loopback. */
export function readSanctions(
  networks: readonly Network[],
  settings: SettingsReader,
): Partial<Record<Network, readonly string[]>> {
  const found = networks.map((network): [Network, string[]] => {
    const name = `${network}_SANCTIONS_URLS`;
    const urls = splitList(settings.text(name));
    for (const url of urls) checkAddress(name, url, settings.problems);
    return [network, urls];
  });
  return Object.fromEntries(found.filter(([, urls]) => urls.length > 0));
}

/** Whether there are nodes, all of them on this machine. */
export const areOnLoopback = (nodes: readonly NodeConfig[]): boolean =>
  nodes.length > 0 && nodes.every(({ url }) => isLoopback(url));
