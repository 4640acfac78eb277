export { textIn } from '@portside/contract';
