import { addNetwork } from '../networks/chains.ts';
import { thirdNetwork } from './third-network.ts';

// To be imported before all else (`node --import`): a process that starts with it has one network more.
addNetwork(thirdNetwork);
