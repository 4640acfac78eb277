export { AgentPage as Page } from '../agent.tsx';
