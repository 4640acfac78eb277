import { AgentPage } from '../agent.tsx';

export const Page = () => <AgentPage area="/mobile" />;
