// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.26;

/// @title Play money that behaves like the USDT contracts of the networks, for local chains and tests.
/// @notice Ethereum's Tether returns nothing at all and wants an allowance reset to zero before it changes.
/// TRON's Tether has no such rule, returns true from `transferFrom` and `approve`, and false from a
/// `transfer` that succeeded. An ordinary token returns true from all of them.
contract UsdtLookalike {
    enum Kind {
        Ethereum,
        Tron,
        Ordinary
    }

    string public constant name = "Tether USD";
    string public constant symbol = "USDT";
    /// Six in both of the real ones; networks whose token has eighteen are tried out with it too.
    uint8 public immutable decimals;

    Kind public immutable KIND;
    address public immutable owner;

    uint256 public totalSupply;
    mapping(address account => uint256) public balanceOf;
    mapping(address account => mapping(address spender => uint256)) public allowance;

    bool public paused;
    mapping(address account => bool) public isBlackListed;
    uint256 public basisPointsRate;
    uint256 public maximumFee;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    event AddedBlackList(address _user);
    event RemovedBlackList(address _user);
    event Params(uint256 feeBasisPoints, uint256 maxFee);
    event Pause();
    event Unpause();

    modifier onlyOwner() {
        require(msg.sender == owner);
        _;
    }

    constructor(Kind kind, uint8 tokenDecimals) {
        KIND = kind;
        decimals = tokenDecimals;
        owner = msg.sender;
    }

    function transfer(address to, uint256 value) external {
        _move(msg.sender, to, value);
        _answer(KIND == Kind.Ordinary);
    }

    function transferFrom(address from, address to, uint256 value) external {
        if (allowance[from][msg.sender] < type(uint256).max) allowance[from][msg.sender] -= value;
        _move(from, to, value);
        _answer(true);
    }

    function approve(address spender, uint256 value) external {
        require(KIND != Kind.Ethereum || value == 0 || allowance[msg.sender][spender] == 0);
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        _answer(true);
    }

    function getBlackListStatus(address account) external view returns (bool) {
        return isBlackListed[account];
    }

    /// What later Tether contracts call the same question.
    function isBlocked(address account) external view returns (bool) {
        return isBlackListed[account];
    }

    function mint(address to, uint256 value) external onlyOwner {
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function addBlackList(address account) external onlyOwner {
        isBlackListed[account] = true;
        emit AddedBlackList(account);
    }

    function removeBlackList(address account) external onlyOwner {
        isBlackListed[account] = false;
        emit RemovedBlackList(account);
    }

    /// @param maxFee In whole USDT, as in the real contracts.
    function setParams(uint256 feeBasisPoints, uint256 maxFee) external onlyOwner {
        require(feeBasisPoints < 20 && maxFee < 50);
        basisPointsRate = feeBasisPoints;
        maximumFee = maxFee * 10 ** decimals;
        emit Params(basisPointsRate, maximumFee);
    }

    function pause() external onlyOwner {
        paused = true;
        emit Pause();
    }

    function unpause() external onlyOwner {
        paused = false;
        emit Unpause();
    }

    function _move(address from, address to, uint256 value) private {
        require(!paused && !isBlackListed[from] && to != address(0));
        uint256 fee = (value * basisPointsRate) / 10_000;
        if (fee > maximumFee) fee = maximumFee;
        balanceOf[from] -= value;
        balanceOf[to] += value - fee;
        emit Transfer(from, to, value - fee);
        if (fee == 0) return;
        balanceOf[owner] += fee;
        emit Transfer(from, owner, fee);
    }

    /// Ends the call: with nothing on Ethereum, with one word elsewhere.
    function _answer(bool value) private view {
        bool hasAnswer = KIND != Kind.Ethereum;
        assembly ("memory-safe") {
            mstore(0, value)
            return(0, mul(32, hasAnswer))
        }
    }
}
