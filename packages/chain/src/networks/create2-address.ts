import { concat, type Hex, keccak256, numberToHex, slice } from 'viem';

type Create2 = {
  /** First byte of the preimage, by network and chain (`create2PrefixOf`). */
  readonly prefix: number;
  /** The contract that creates the other. */
  readonly factory: Hex;
  /** 32 bytes. */
  readonly salt: Hex;
  readonly initCode: Hex;
};

/**
 * The 20 bytes, in lower-case hex, at which a factory's CREATE2 puts a contract (EIP-1014; on TRON with its own
 * prefix, which is the first byte of its 21-byte addresses). Throws on an address or a salt of another length.
 */
export const create2Address = ({ initCode, ...of }: Create2): Hex =>
  create2AddressOfHash({ ...of, initCodeHash: keccak256(initCode) });

type Create2OfHash = Omit<Create2, 'initCode'> & { readonly initCodeHash: Hex };

/** Like `create2Address`, if only the hash of the code is known. */
export function create2AddressOfHash({ prefix, factory, salt, initCodeHash }: Create2OfHash): Hex {
  if (!/^0x[0-9a-fA-F]{40}$/.test(factory)) throw new Error('A factory has 20 bytes');
  if (!/^0x[0-9a-fA-F]{64}$/.test(salt)) throw new Error('A salt has 32 bytes');
  return hashToAddress(concat([numberToHex(prefix, { size: 1 }), factory]), salt, initCodeHash);
}

/** The formula itself, for inputs of any length: the last 20 bytes of the hash of creator, salt and code hash. */
export const hashToAddress = (maker: Hex, salt: Hex, initCodeHash: Hex): Hex =>
  slice(keccak256(concat([maker, salt, initCodeHash])), 12);
