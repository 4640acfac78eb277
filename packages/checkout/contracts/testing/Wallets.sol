// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.26;

/// @notice A wallet that is a contract: its owner signs for it (EIP-1271). Only tests deploy what is in this file.
contract ContractWallet {
    bytes4 private constant VALID = 0x1626ba7e;
    address public owner;

    constructor(address firstOwner) {
        owner = firstOwner;
    }

    function setOwner(address next) external {
        owner = next;
    }

    function run(address to, bytes calldata data) external {
        (bool done,) = to.call(data);
        require(done, "failed");
    }

    /// Signatures have a byte before the usual 65, as those of wallets with several owners have more than 65.
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 66) return 0xffffffff;
        bytes32 r = bytes32(signature[1:33]);
        bytes32 s = bytes32(signature[33:65]);
        return ecrecover(hash, uint8(signature[65]), r, s) == owner ? VALID : bytes4(0xffffffff);
    }
}

/// @notice Answers any call with what it was called with, which begins with the selector that means yes.
contract Echo {
    function run(address to, bytes calldata data) external {
        (bool done,) = to.call(data);
        require(done, "failed");
    }

    fallback(bytes calldata data) external returns (bytes memory) {
        return data;
    }
}
