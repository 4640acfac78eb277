export const operatorWallet = {
  connect: 'Connect {{name}}',
  sandbox: 'sandbox test wallet',
  sandboxNote:
    'The sandbox test wallet signs immediately and holds test money on local chains only. A real shop has no such wallet: its server never holds a key.',
  looking: 'Looking for wallets',
  none: 'This browser has no wallet for {{network}}. Install an extension and reload.',
  connecting: 'Confirm the connection in your wallet',
  switching: 'Confirm the network switch in your wallet',
  leave: 'Use another wallet',
  elsewhere: 'The wallet is not on {{network}}',
  switch: 'Switch network',
  problem: {
    rejected: 'You declined the request in your wallet. Nothing was sent.',
    busy: 'Your wallet has another request open. Respond to it there, then try again.',
    timeout:
      'The wallet didn’t respond in time. If you still confirm there, the transaction goes through: check before you repeat it.',
    wrongNetwork: 'The wallet is on another network.',
    walletChanged: 'The wallet switched to another address. Connect it again.',
    insufficientCoin: 'Not enough {{coin}} in the wallet for the network fee.',
    contractFailed: 'The contract rejected the call. Nothing was sent.',
    changedByWallet: 'The wallet changed the transaction, so it was not sent.',
    wrongCode: 'The contract is not the published one.',
    failed: 'Something went wrong. Nothing was sent.',
  },
};
