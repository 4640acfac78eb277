import { channel } from 'node:diagnostics_channel';

/** A batch of orders that was decided. */
type OrderBatch = {
  readonly size: number;
  /** Of those, how many were placed. */
  readonly placed: number;
  readonly seconds: number;
};

const orderBatches = channel('portside.order-batch');

/** Notifies the metrics; costs nothing without them. */
export function reportOrderBatch(batch: OrderBatch): void {
  if (orderBatches.hasSubscribers) orderBatches.publish(batch);
}

/** Calls back after each batch of this process, until the returned function is called. */
export function onOrderBatch(listener: (batch: OrderBatch) => void): () => void {
  const subscriber = (batch: unknown): void => listener(batch as OrderBatch);
  orderBatches.subscribe(subscriber);
  return () => {
    orderBatches.unsubscribe(subscriber);
  };
}
