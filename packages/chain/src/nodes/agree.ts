import { NodeError, NOT_NEEDED } from './node-error.ts';
import type { ChainNode } from '../types.ts';

type Answer<T> = { readonly node: ChainNode; readonly value: T; readonly key: string };

export type Agreement<T> = {
  /** The answer that `quorum` nodes share, with those nodes; null if there is none. */
  readonly agreed: { readonly value: T; readonly nodes: readonly ChainNode[] } | null;
  /** Those received until the agreement; all of them without one. */
  readonly answers: readonly Answer<T>[];
  readonly failures: readonly NodeError[];
};

/**
 * Asks all nodes concurrently and decides as soon as any `quorum` of them agree. Nodes still busy then are asked
 * nothing more. Failures of nodes are collected; any other error is thrown.
 */
export function agree<T>(
  nodes: readonly ChainNode[],
  quorum: number,
  ask: (node: ChainNode) => Promise<T>,
): Promise<Agreement<T>> {
  const answers: Answer<T>[] = [];
  const failures: NodeError[] = [];
  return new Promise((resolve, reject) => {
    let isDecided = false;
    const decide = (agreed: Agreement<T>['agreed']): void => {
      isDecided = true;
      resolve({ agreed, answers: [...answers], failures: [...failures] });
    };
    const take = (answer: Answer<T>): void => {
      answers.push(answer);
      const alike = answers.filter(({ key }) => key === answer.key);
      if (alike.length >= quorum) decide({ value: alike[0]!.value, nodes: alike.map(({ node }) => node) });
    };
    const settle = (): void => {
      if (!isDecided && answers.length + failures.length === nodes.length) decide(null);
    };
    const askOne = async (node: ChainNode): Promise<void> => {
      try {
        const value = await ask(untilDecided(node, () => isDecided));
        if (!isDecided) take({ node, value, key: keyOf(value) });
      } catch (error) {
        if (!(error instanceof NodeError)) return reject(error);
        if (!isDecided) failures.push(error);
      }
      settle();
    };
    for (const node of nodes) void askOne(node);
    settle();
  });
}

const untilDecided = (node: ChainNode, isDecided: () => boolean): ChainNode => ({
  name: node.name,
  request: (method, params) =>
    isDecided()
      ? Promise.reject(new NodeError('unreachable', { node: node.name, method }, NOT_NEEDED))
      : node.request(method, params),
});

function keyOf(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? `${item}n` : item)) ?? '';
}
