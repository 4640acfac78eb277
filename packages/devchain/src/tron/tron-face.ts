import { answerJsonRpc } from '../json-rpc-server.ts';
import { type JsonServer, startJsonServer } from '../json-server.ts';
import type { LocalChain } from '../node/local-chain.ts';
import { createHttpApi, type HttpQuery } from './http-api.ts';
import { createTronJsonRpc } from './json-rpc.ts';
import type { TronTransactions } from './transactions.ts';

/** A TRON node's two faces on an EVM node: the HTTP API and, under `/jsonrpc`, JSON-RPC. */
export async function startTronFace(
  chain: LocalChain,
  transactions: TronTransactions,
  port: number,
): Promise<JsonServer> {
  const api = createHttpApi(chain, transactions);
  const methods = createTronJsonRpc(chain, transactions);
  return startJsonServer(port, async (path, body, search) => {
    if (path === '/jsonrpc') return answerJsonRpc(body, methods);
    const [, root, name = ''] = /^\/(wallet|walletsolidity)\/(\w+)$/.exec(path) ?? [];
    const verb = Object.hasOwn(api, name) ? api[name] : undefined;
    if (!verb) return undefined;
    const fields = body === '' ? {} : (JSON.parse(body) as HttpQuery);
    return verb({ ...Object.fromEntries(search), ...fields }, root === 'walletsolidity');
  });
}
