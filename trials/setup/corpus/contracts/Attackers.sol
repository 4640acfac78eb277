// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.26;

interface IToken {
    function transfer(address to, uint256 value) external;
    function transferFrom(address from, address to, uint256 value) external;
}

/// @notice Says whatever it is told to say. Put in the place of a token it says it in the token's name.
contract Emitter {
    function say(bytes32[] calldata topics, bytes memory data) external {
        uint256 size = data.length;
        if (topics.length == 1) {
            bytes32 a = topics[0];
            assembly ("memory-safe") {
                log1(add(data, 32), size, a)
            }
        } else if (topics.length == 3) {
            (bytes32 a, bytes32 b, bytes32 c) = (topics[0], topics[1], topics[2]);
            assembly ("memory-safe") {
                log3(add(data, 32), size, a, b, c)
            }
        } else {
            (bytes32 a, bytes32 b, bytes32 c, bytes32 d) = (topics[0], topics[1], topics[2], topics[3]);
            assembly ("memory-safe") {
                log4(add(data, 32), size, a, b, c, d)
            }
        }
    }
}

/// @notice A token of any name, made by anybody.
contract NamedToken {
    string public name;
    string public symbol;
    uint8 public immutable decimals;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(string memory name_, string memory symbol_, uint8 decimals_) {
        (name, symbol, decimals) = (name_, symbol_, decimals_);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        emit Transfer(msg.sender, to, value);
        return true;
    }
}

/// @notice A wallet that is a contract: calls others in turn, in one transaction.
contract ContractWallet {
    function run(address[] calldata targets, bytes[] calldata calls) external {
        for (uint256 index = 0; index < targets.length; index++) {
            (bool done,) = targets[index].call(calls[index]);
            require(done);
        }
    }

    /// Pays and takes the payment back, within a transaction that succeeds.
    function payAndRevert(IToken token, address to, uint256 value) external {
        try this.payThenFail(token, to, value) {} catch {}
    }

    function payThenFail(IToken token, address to, uint256 value) external {
        token.transfer(to, value);
        revert();
    }
}

/// @notice Is called like a token to pay one amount, and pays another.
contract Pretender {
    IToken private immutable TOKEN;

    constructor(IToken token) {
        TOKEN = token;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        TOKEN.transfer(to, value / 1_000_000);
        return true;
    }

    function permitTransfer(address, address, address to, uint256 value, uint256) external {
        TOKEN.transfer(to, value / 1_000_000);
    }
}

/// @notice Answers false and does nothing, without failing.
contract Mute {
    fallback() external {
        assembly ("memory-safe") {
            mstore(0, 0)
            return(0, 32)
        }
    }
}
