import ShopWindow from './shop-window.tsx';

/** The phone's shop window to look at only: its buttons would sign the operator out. */
export default function WindowPreview() {
  return (
    <div inert>
      <ShopWindow />
    </div>
  );
}
