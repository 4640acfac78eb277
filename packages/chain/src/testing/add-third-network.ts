import { addNetwork } from '../networks/chains.ts';
import { thirdNetwork } from './third-network.ts';

// Import before anything else (`node --import`): the process then has one more network.
addNetwork(thirdNetwork);
