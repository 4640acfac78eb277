import { useState } from 'react';
import { imageProblem } from '../../lib/image-problem.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';

export type SendMessage = {
  sendText: (text: string) => Promise<unknown>;
  sendImage: (image: File) => Promise<unknown>;
};

/** A message that is being written. An image is sent first; what was sent is cleared, so a failure keeps the rest. */
export function useDraft({ sendText, sendImage }: SendMessage) {
  const [text, setText] = useState('');
  const [image, setImage] = useState<File | null>(null);
  const [problem, setProblem] = useState<'type' | 'size' | 'buyersOnly' | null>(null);
  const isEmpty = text.trim() === '' && image === null;

  const action = useThrottledAction(async () => {
    if (image) {
      await sendImage(image);
      setImage(null);
    }
    setProblem(null);
    if (text.trim() !== '') {
      await sendText(text);
      setText('');
    }
  });

  function attach(chosen: File | undefined): void {
    if (!chosen) return;
    const found = imageProblem(chosen);
    setProblem(found);
    setImage(found === null ? chosen : null);
  }

  return {
    text,
    setText,
    image,
    attach,
    removeImage: () => setImage(null),
    refuseImage: () => setProblem('buyersOnly'),
    problem,
    isEmpty,
    action,
    send: () => {
      if (!isEmpty) void action.run();
    },
  };
}
