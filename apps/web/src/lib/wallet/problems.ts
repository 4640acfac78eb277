/** Everything that can go wrong with a wallet; the page has a text for each. */
const WALLET_PROBLEMS = [
  'notInstalled',
  'notConnected',
  'connectFailed',
  'relayUnreachable',
  'addressMissing',
  'rejected',
  'authorizationRejected',
  'busy',
  'timeout',
  'tooLate',
  'unconfirmed',
  'replaced',
  'authorizationTimeout',
  'wrongNetwork',
  'balanceFailed',
  'insufficientUsdt',
  'insufficientCoin',
  'allowanceCheckFailed',
  'allowanceTooLarge',
  'wrongCheckout',
  'wrongAddress',
  'contractFailed',
  'changedByWallet',
  'walletChanged',
  'paymentFailed',
] as const;
export type WalletProblem = (typeof WALLET_PROBLEMS)[number];

/** A wallet failed; `problem` says how. */
export class WalletFailure extends Error {
  override readonly name = 'WalletFailure';
  readonly problem: WalletProblem;

  constructor(problem: WalletProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

/** Codes of EIP-1193 and JSON-RPC; TronLink uses the first two as well. */
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

/** Error messages of wallets without a specific code. */
const PROBLEM_OF_WORDS: readonly (readonly [RegExp, WalletProblem])[] = [
  [/reject|denied|declined|cancel|confirmation declined/i, 'rejected'],
  [/already (processing|pending)|request of type .* pending/i, 'busy'],
  [/insufficient funds|balance is not sufficient/i, 'insufficientCoin'],
  [/timed? ?out/i, 'timeout'],
];

/** Classifies a wallet's error; `otherwise` where it is unknown. A WalletFailure is returned unchanged. */
export function failureOf(error: unknown, otherwise: WalletProblem): WalletFailure {
  if (error instanceof WalletFailure) return error;
  const { code, message } = readError(error);
  const known = PROBLEM_OF_CODE[code] ?? PROBLEM_OF_WORDS.find(([words]) => words.test(message))?.[1];
  const problem = known ?? (code === '-32002' ? 'busy' : otherwise);
  return new WalletFailure(problem, error);
}

/** Code and message of any thrown value. */
export function readError(error: unknown): { code: string; message: string } {
  if (typeof error === 'string') return { code: '', message: error };
  if (typeof error !== 'object' || error === null) return { code: '', message: '' };
  const code = 'code' in error ? String(error.code) : '';
  const message = 'message' in error ? String(error.message) : '';
  return { code, message };
}

/** Rejects with `problem` where there is no answer in time. */
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
