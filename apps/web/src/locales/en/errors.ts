export { shopWording as errors } from '@portside/contract/wire/error-wording';
