import { OwnDocument } from './document.tsx';

export const Page = () => <OwnDocument name="privacy" />;
