// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.26;

/// Only tests deploy what is in this file.
interface ICheckout {
    function pay(bytes32 orderRef, uint256 amount, uint256 deadline) external;
}

interface IApprove {
    function approve(address spender, uint256 value) external;
}

/// @notice A token that tells whoever pays before it moves anything, so that the payer can call back.
contract CallingToken {
    mapping(address account => uint256) public balanceOf;
    mapping(address account => mapping(address spender => uint256)) public allowance;

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        if (from.code.length > 0) TwicePayer(from).beforeMove();
        allowance[from][msg.sender] -= value;
        balanceOf[from] -= value;
        balanceOf[to] += value;
        return true;
    }
}

/// @notice Pays an order, and once more from within the payment.
contract TwicePayer {
    ICheckout private checkout;
    bytes32 private orderRef;
    uint256 private amount;
    bool private isInside;

    function payTwice(address token, address target, bytes32 ref, uint256 value) external {
        checkout = ICheckout(target);
        orderRef = ref;
        amount = value;
        IApprove(token).approve(target, 2 * value);
        checkout.pay(ref, value, type(uint256).max);
    }

    function beforeMove() external {
        if (isInside) return;
        isInside = true;
        checkout.pay(orderRef, amount, type(uint256).max);
    }
}

/// @notice A token whose `transferFrom` fails without a word: it answers false and moves nothing.
contract RefusingToken {
    function balanceOf(address) external pure returns (uint256) {
        return 0;
    }

    function transferFrom(address, address, uint256) external pure returns (bool) {
        return false;
    }
}

/// @notice Whoever is lured into calling this must not pay by it.
contract Lure {
    function take(address checkout, bytes32 orderRef, uint256 amount) external {
        ICheckout(checkout).pay(orderRef, amount, type(uint256).max);
    }
}
