declare module '../../platform/events.ts' {
  interface EventPayloads {
    /**
     * A payment was credited to a top-up: once for each deposit, in the crediting transaction. `amountMicro` is the
     * deposit's amount in micro-USDT; a top-up that is paid several times announces each payment.
     */
    rechargeCredited: {
      readonly rechargeId: bigint;
      readonly orderId: string;
      readonly userId: bigint;
      readonly depositId: bigint;
      readonly amountMicro: bigint;
    };
  }
}
