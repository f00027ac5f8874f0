export default () => <p>soon</p>
