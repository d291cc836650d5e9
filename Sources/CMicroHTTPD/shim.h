#include <malloc.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <sys/socket.h>

// Swift cannot call functions with a variable number of arguments.

/// Starts a daemon with a thread for each connection and the given options, which end with MHD_OPTION_END; NULL if it
/// cannot.
static inline struct MHD_Daemon *zoo_http_start(int is_ipv6, MHD_AccessHandlerCallback handler, void *context,
                                                struct MHD_OptionItem *options) {
    unsigned int flags = MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION | MHD_USE_POLL | MHD_USE_ITC |
                         (is_ipv6 ? MHD_USE_IPv6 : 0);
    return MHD_start_daemon(flags, 0, NULL, NULL, handler, context, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

/// The socket of a connection; -1 if there is none.
static inline int zoo_http_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

/// The port that a daemon listens on; 0 if that is not known.
static inline unsigned int zoo_http_port(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    return info ? info->port : 0;
}

// Nor can it see this one, which the module map of its C library leaves out.

/// Makes all threads share so many pools of memory.
static inline void zoo_limit_memory_pools(int count) { mallopt(M_ARENA_MAX, count); }
