import { Document } from './document.tsx';

export const Page = () => <Document name="support" />;
