/** Everything that can go wrong between a buyer and a wallet; the page has words for each. */
export const WALLET_PROBLEMS = [
  'notInstalled',
  'notConnected',
  'connectFailed',
  'relayUnreachable',
  'addressMissing',
  'rejected',
  'busy',
  'timeout',
  'authorizationTimeout',
  'wrongNetwork',
  'balanceFailed',
  'insufficientUsdt',
  'insufficientCoin',
  'allowanceCheckFailed',
  'allowanceTooLarge',
  'wrongCheckout',
  'contractFailed',
  'changedByWallet',
  'walletChanged',
  'paymentFailed',
] as const;
export type WalletProblem = (typeof WALLET_PROBLEMS)[number];

/** A wallet did not do what it was asked; `problem` says in which of the known ways. */
export class WalletFailure extends Error {
  override readonly name = 'WalletFailure';
  readonly problem: WalletProblem;

  constructor(problem: WalletProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

/** Of EIP-1193 and of JSON-RPC; TronLink uses the first two of them as well. */
const PROBLEM_OF_CODE: Readonly<Record<string, WalletProblem>> = {
  4000: 'busy',
  4001: 'rejected',
  4100: 'notConnected',
  4900: 'notConnected',
  4901: 'wrongNetwork',
  5000: 'rejected',
  5750: 'rejected',
  ACTION_REJECTED: 'rejected',
};

/** In words of wallets that give no code, or only a general one. */
const PROBLEM_OF_WORDS: readonly (readonly [RegExp, WalletProblem])[] = [
  [/reject|denied|declined|cancel|confirmation declined/i, 'rejected'],
  [/already (processing|pending)|request of type .* pending/i, 'busy'],
  [/insufficient funds|balance is not sufficient/i, 'insufficientCoin'],
  [/timed? ?out/i, 'timeout'],
];

/** What a wallet's error means; `otherwise` where it does not say. A failure stays what it is. */
export function failureOf(error: unknown, otherwise: WalletProblem): WalletFailure {
  if (error instanceof WalletFailure) return error;
  const { code, message } = readError(error);
  const known = PROBLEM_OF_CODE[code] ?? PROBLEM_OF_WORDS.find(([words]) => words.test(message))?.[1];
  const problem = known ?? (code === '-32002' ? 'busy' : otherwise);
  return new WalletFailure(problem, error);
}

/** The code and words of whatever was thrown: an error, a text, or an object. */
export function readError(error: unknown): { code: string; message: string } {
  if (typeof error === 'string') return { code: '', message: error };
  if (typeof error !== 'object' || error === null) return { code: '', message: '' };
  const code = 'code' in error ? String(error.code) : '';
  const message = 'message' in error ? String(error.message) : '';
  return { code, message };
}

/** Rejects with `problem` when the wallet or its owner does not answer in time. */
export async function inTime<T>(answer: Promise<T>, ms: number, problem: WalletProblem): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new WalletFailure(problem)), ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
