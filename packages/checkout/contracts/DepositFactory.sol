// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @title Code of every deposit address of a factory: moves what lies there to a treasury that can never change.
/// @notice Nobody owns it. Anybody may call it, and nobody decides where the money goes.
contract DepositAddress {
    address public immutable TREASURY;

    error NotSwept(address token);

    constructor(address treasury) {
        TREASURY = treasury;
    }

    /// @notice Sends all of a token that lies at this address to the treasury; the zero address stands for the coin.
    /// @return swept What has left this address; a token with a fee brings the treasury less.
    function sweep(address token) external returns (uint256 swept) {
        uint256 before = _balanceOf(token);
        if (before == 0) return 0;
        bool isDone;
        // What a token answers tells nothing: Ethereum's Tether says nothing, TRON's says false when it has paid.
        if (token == address(0)) (isDone,) = TREASURY.call{value: before}("");
        else (isDone,) = token.call(abi.encodeCall(IERC20.transfer, (TREASURY, before)));
        uint256 left = _balanceOf(token);
        if (!isDone || left >= before) revert NotSwept(token);
        return before - left;
    }

    function _balanceOf(address token) private view returns (uint256) {
        return token == address(0) ? address(this).balance : IERC20(token).balanceOf(address(this));
    }
}

/// @title Deposit addresses of one treasury that can never change: clones (EIP-1167) at addresses known beforehand.
/// @notice Nobody owns it, it holds no money and remembers nothing. Anybody may make and sweep any address of it.
contract DepositFactory {
    bytes private constant CLONE_HEAD = hex"3d602d80600a3d3981f3363d3d373d3d3d363d73";
    bytes private constant CLONE_TAIL = hex"5af43d82803e903d91602b57fd5bf3";
    /// Three calls lie between this contract and a token that runs out of gas; they leave about a 22nd of it behind.
    uint256 private constant LEFT_AT_LEAST = 16;

    address public immutable TREASURY;
    address public immutable IMPLEMENTATION;
    /// @notice First byte of what is hashed to an address: 0xff on Ethereum and its kin, 0x41 on TRON.
    uint8 public immutable PREFIX;

    error TreasuryMissing();
    error PrefixUnknown();
    error CloneNotMade(bytes32 salt);
    error GasTooLow();

    constructor(address treasury) {
        if (treasury == address(0)) revert TreasuryMissing();
        TREASURY = treasury;
        address made = address(new DepositAddress{salt: 0}(treasury));
        IMPLEMENTATION = made;
        bytes32 codeHash = keccak256(abi.encodePacked(type(DepositAddress).creationCode, abi.encode(treasury)));
        if (made == _create2(0xff, 0, codeHash)) PREFIX = 0xff;
        else if (made == _create2(0x41, 0, codeHash)) PREFIX = 0x41;
        else revert PrefixUnknown();
    }

    /// @notice The deposit address of a salt, made or not.
    function addressOf(bytes32 salt) external view returns (address) {
        return _create2(PREFIX, salt, keccak256(_cloneCode()));
    }

    /// @notice Makes the addresses of these salts that are missing, and sweeps each. One that the token refuses to
    /// move from, as Tether does from a wallet on its black list, does not stop the others.
    /// @return swept What has left each address, in the order of the salts.
    function sweepMany(address token, bytes32[] calldata salts) external returns (uint256[] memory swept) {
        bytes memory code = _cloneCode();
        bytes32 codeHash = keccak256(code);
        swept = new uint256[](salts.length);
        for (uint256 at = 0; at < salts.length; ++at) {
            address clone = _create2(PREFIX, salts[at], codeHash);
            if (clone.code.length == 0) _make(code, salts[at]);
            uint256 gasBefore = gasleft();
            try DepositAddress(clone).sweep(token) returns (uint256 amount) {
                swept[at] = amount;
            } catch {
                // Otherwise a wallet that looks for the least gas finds one that makes addresses and sweeps nothing.
                if (gasleft() < gasBefore / LEFT_AT_LEAST) revert GasTooLow();
            }
        }
    }

    function _make(bytes memory code, bytes32 salt) private {
        address made;
        assembly ("memory-safe") {
            made := create2(0, add(code, 32), mload(code), salt)
        }
        if (made == address(0)) revert CloneNotMade(salt);
    }

    function _cloneCode() private view returns (bytes memory) {
        return abi.encodePacked(CLONE_HEAD, IMPLEMENTATION, CLONE_TAIL);
    }

    function _create2(uint8 prefix, bytes32 salt, bytes32 codeHash) private view returns (address) {
        return address(uint160(uint256(keccak256(abi.encodePacked(prefix, address(this), salt, codeHash)))));
    }
}
