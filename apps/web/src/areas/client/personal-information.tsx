export { PersonalInformation as Page } from '../personal-information.tsx';
