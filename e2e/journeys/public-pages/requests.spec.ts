import { fewFirstRequests } from '../../pages/first-requests.ts';

fewFirstRequests();
