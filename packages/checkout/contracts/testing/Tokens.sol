// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.26;

/// @notice A token whose transfer answers true. Before and after it moves anything it makes the call it was told to.
/// Only tests deploy what is in this file.
contract CallingToken {
    mapping(address account => uint256) public balanceOf;
    address private target;
    bytes private data;
    uint256 private depth;
    uint256 public calls;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
    }

    function callBack(address to, bytes calldata what) external {
        target = to;
        data = what;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        _callBack();
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        _callBack();
        return true;
    }

    function _callBack() private {
        if (target == address(0) || depth == 2) return;
        ++depth;
        (bool done,) = target.call(data);
        --depth;
        if (done) ++calls;
    }
}

/// @notice A token whose transfer fails without a word: it answers and moves nothing.
contract SilentToken {
    bool public immutable ANSWER;

    constructor(bool answer) {
        ANSWER = answer;
    }

    function balanceOf(address) external pure returns (uint256) {
        return 7;
    }

    function transfer(address, uint256) external view returns (bool) {
        return ANSWER;
    }
}

/// @notice A token that always leaves a unit behind, as those do whose balances are shares.
contract KeepingToken {
    mapping(address account => uint256) public balanceOf;

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        balanceOf[msg.sender] -= value - 1;
        balanceOf[to] += value - 1;
        return true;
    }
}

/// @notice A token whose transfer takes much gas.
contract HeavyToken {
    mapping(address account => uint256) public balanceOf;
    mapping(uint256 => uint256) private weight;

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
    }

    function transfer(address to, uint256 value) external {
        for (uint256 at = 0; at < 20; ++at) ++weight[uint256(keccak256(abi.encode(msg.sender, at)))];
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
    }
}

/// @notice Puts its coin wherever it likes, even where nobody takes it.
contract Pusher {
    constructor(address payable to) payable {
        selfdestruct(to);
    }
}

/// @notice A treasury that takes no coin.
contract Unwilling {}

/// @notice Never deployed: a call that would make it answers the sum of the holders' balances of each token, and of the
/// coin for a token that is nobody.
contract BalanceSums {
    constructor(CallingToken[] memory tokens, address[] memory holders) {
        uint256[] memory sums = new uint256[](tokens.length);
        for (uint256 token; token < tokens.length; ++token) {
            for (uint256 holder; holder < holders.length; ++holder) {
                sums[token] += address(tokens[token]) == address(0)
                    ? holders[holder].balance
                    : tokens[token].balanceOf(holders[holder]);
            }
        }
        bytes memory answer = abi.encode(sums);
        assembly {
            return(add(answer, 32), mload(answer))
        }
    }
}
