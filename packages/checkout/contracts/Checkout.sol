// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @title Pays one order in USDT, from the caller to a treasury that can never change.
/// @notice Nobody owns this contract. It holds no money and takes none from anybody but its caller,
/// so an allowance given to it is of no use to anyone else.
contract Checkout {
    using SafeERC20 for IERC20;

    IERC20 public immutable TOKEN;
    address public immutable TREASURY;

    /// @notice Kept per payer: otherwise anybody could block another buyer's order with one unit.
    mapping(address payer => mapping(bytes32 orderRef => bool)) public paid;

    /// @param amount What the payer gave.
    /// @param received What reached the treasury; less than `amount` when the token takes a fee.
    event Paid(bytes32 indexed orderRef, address indexed payer, uint256 amount, uint256 received);

    error TokenHasNoCode(address token);
    error TreasuryMissing();
    error AmountMissing();
    error DeadlinePassed(uint256 deadline);
    error AlreadyPaid(address payer, bytes32 orderRef);

    constructor(IERC20 token, address treasury) {
        if (address(token).code.length == 0) revert TokenHasNoCode(address(token));
        if (treasury == address(0)) revert TreasuryMissing();
        TOKEN = token;
        TREASURY = treasury;
    }

    /// @param deadline Last second, in block time, at which the payment may be made.
    function pay(bytes32 orderRef, uint256 amount, uint256 deadline) external {
        if (block.timestamp > deadline) revert DeadlinePassed(deadline);
        if (amount == 0) revert AmountMissing();
        if (paid[msg.sender][orderRef]) revert AlreadyPaid(msg.sender, orderRef);
        paid[msg.sender][orderRef] = true;

        uint256 balanceBefore = TOKEN.balanceOf(TREASURY);
        // Not safeTransfer anywhere: TRON's Tether answers false to a successful `transfer`, only `transferFrom` is true.
        TOKEN.safeTransferFrom(msg.sender, TREASURY, amount);
        emit Paid(orderRef, msg.sender, amount, TOKEN.balanceOf(TREASURY) - balanceBefore);
    }
}
