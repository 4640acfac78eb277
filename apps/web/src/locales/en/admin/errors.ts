export { officeWording as errors } from '@portside/contract/wire/error-wording';
