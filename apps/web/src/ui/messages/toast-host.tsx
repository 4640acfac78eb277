import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';

const ToastHost = () => <Notifications position="top-center" limit={3} />;

export default ToastHost;
