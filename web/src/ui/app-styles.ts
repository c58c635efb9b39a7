/** All of Mantine's styles. They load with the first screen that is not a public page. */
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
